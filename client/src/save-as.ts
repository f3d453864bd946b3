/** Hands a file to the browser to save. */
export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser has begun to save it by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The bytes of a Base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
