// Records what a page shows as an animated WebP, which a browser plays like any picture. Chromium takes and encodes
// the frames; only the container around them is written here (https://developers.google.com/speed/webp/docs/riff_container).

/** @returns the frames as PNG, with how many milliseconds each is shown. */
export async function recordFrames(page, act, { width, height, interval }) {
  const client = await page.context().newCDPSession(page);
  const frames = [];
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const at = metadata.timestamp * 1000;
    if (at - (frames.at(-1)?.at ?? 0) >= interval) frames.push({ data, at });
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await client.send('Page.startScreencast', { format: 'png', maxWidth: width, maxHeight: height });
  await act();
  await client.send('Page.stopScreencast');
  return frames.map(({ data, at }, index) => ({ data, ms: (frames[index + 1]?.at ?? at) - at }));
}

/** Each frame as a WebP of its own. The page is left, because its security policy allows no data addresses. */
export async function encodeFrames(page, frames, { width, height, quality }) {
  const encode = async ({ data, width, height, quality }) => {
    const picture = await createImageBitmap(
      await (await fetch(`data:image/png;base64,${data}`)).blob(),
    );
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d', { alpha: false }).drawImage(picture, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  };
  await page.goto('about:blank');
  return Promise.all(
    frames.map(async ({ data, ms }) => ({
      webp: Buffer.from(await page.evaluate(encode, { data, width, height, quality })),
      ms,
    })),
  );
}

/** Plays once, so that nothing moves beside a text that somebody reads. */
export function joinFrames(frames, { width, height }) {
  const size = [...uint24(width - 1), ...uint24(height - 1)];
  const [ANIMATED, PLAYS, REPLACES] = [0x02, 1, 0x02];
  const parts = [
    chunk('VP8X', [ANIMATED, 0, 0, 0, ...size]),
    chunk('ANIM', [0, 0, 0, 0, PLAYS, 0]),
    ...frames.map(({ webp, ms }) =>
      // Without the header and the colour profile.
      chunk(
        'ANMF',
        [...uint24(0), ...uint24(0), ...size, ...uint24(Math.round(ms)), REPLACES],
        webp.subarray(webp.indexOf('VP8 ')),
      ),
    ),
  ];
  return chunk('RIFF', [...Buffer.from('WEBP')], ...parts);
}

const uint24 = (number) => [number & 0xff, (number >> 8) & 0xff, number >> 16];

function chunk(name, first, ...rest) {
  const content = Buffer.concat([Buffer.from(first), ...rest]);
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}
