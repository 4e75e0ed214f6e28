export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has started by then. The timeout frees the memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
