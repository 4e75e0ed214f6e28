/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has begun by then; the memory is given back when nobody reads any more.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
