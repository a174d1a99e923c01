/** Gives a file to the browser to save. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads the file after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
