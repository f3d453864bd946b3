/** The endings each kind of content may have; the first is given where a name has none of them. */
const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  // an OFD is a ZIP of XML, and told apart by nothing before it is unpacked
  'application/zip': ['zip', 'ofd'],
  'application/ofd': ['ofd'],
  'application/xml': ['xml'],
  'video/mp4': ['mp4', 'm4v'],
  'text/vtt': ['vtt'],
  'text/markdown': ['md', 'markdown', 'txt'],
  'text/html': ['html', 'htm', 'xhtml'],
}
const maxLength = 120

/**
 * A name that is safe to show and to save under: no path, no control or direction-changing characters,
 * at most 120 characters, and the ending its content has, so that a picture never calls itself a program.
 */
export function displayName(given: string, mime: string): string {
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
