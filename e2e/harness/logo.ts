const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40"/></svg>';

/** A sponsor's logo in a format that the server accepts. */
export const LOGO = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;

/** A picture of two by two pixels in a format that the server accepts. */
export const PICTURE =
  'data:image/webp;base64,UklGRh4AAABXRUJQVlA4TBEAAAAvAUAAAAfQtT60rf+BiOh/AAA=';
