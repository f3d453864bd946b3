import { zipSync } from 'fflate'

export function makeDocx(
  body: string,
  parts: {
    styles?: string
    numbering?: string
    footnotes?: string
    rels?: string
    files?: Record<string, Uint8Array>
  } = {},
): Buffer {
  const names =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  const xml = (name: string, inside = '') =>
    Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${name} ${names}>${inside}</${name}>`)
  const files = Object.entries(parts.files ?? {}).map(([path, bytes]) => [`word/${path}`, bytes] as const)
  const zip = zipSync({
    '[Content_Types].xml': Buffer.from(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    'word/document.xml': xml('w:document', `<w:body>${body}<w:sectPr/></w:body>`),
    'word/styles.xml': xml('w:styles', parts.styles),
    'word/numbering.xml': xml('w:numbering', parts.numbering),
    'word/footnotes.xml': xml('w:footnotes', parts.footnotes),
    'word/_rels/document.xml.rels': Buffer.from(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts.rels ?? ''}</Relationships>`,
    ),
    ...Object.fromEntries(files),
  })
  return Buffer.from(zip)
}

/** A paragraph; `properties` is the XML of its pPr and `runs` the XML of its content. */
export const makeWordParagraph = (runs: string, properties = '') =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${runs}</w:p>`

export const makeWordRun = (text: string, properties = '') =>
  `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`
