const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  // An OFD is a ZIP, and only unpacking can tell the difference.
  'application/zip': ['zip', 'ofd'],
  'application/ofd': ['ofd'],
  'application/xml': ['xml'],
  'video/mp4': ['mp4', 'm4v'],
  'text/vtt': ['vtt'],
  'text/markdown': ['md', 'markdown', 'txt'],
  'text/html': ['html', 'htm', 'xhtml'],
}
const maxLength = 120

/** Removes paths, control and bidi characters, and sets the right extension. */
export function safeFileName(given: string, mime: string): string {
  const clean = given
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  const [ending = '', ...more] = endings[mime] ?? []
  const match = /^(.*)\.([^.]*)$/s.exec(clean)
  const known = match?.[2] && [ending, ...more].includes(match[2].toLowerCase())
  const stem = (known ? match[1] : clean)?.trim() || '文件'
  const tail = ending ? `.${known ? match[2] : ending}` : ''
  return [...stem].slice(0, maxLength - tail.length).join('') + tail
}
