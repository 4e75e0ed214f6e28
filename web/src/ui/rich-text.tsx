import { Fragment, type ReactNode } from 'react';

interface RichTextProps {
  /** A text with parts in tags, such as `Read the <link>handbook</link>`. */
  text: string;
  /** Renders each part, by its tag. */
  tags: Record<string, (part: string) => ReactNode>;
}

/**
 * A sentence with links or emphasis inside. The tags are in the text, because other languages order the parts
 * differently.
 */
export function RichText({ text, tags }: RichTextProps) {
  // The pieces repeat in threes: a text, a tag and the tag's content.
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/s);
  return pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    const tag = index % 3 === 2 ? tags[pieces[index - 1] ?? ''] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order.
    return <Fragment key={index}>{tag ? tag(piece) : piece}</Fragment>;
  });
}
