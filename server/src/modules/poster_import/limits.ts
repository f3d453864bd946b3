const megabyte = 1024 * 1024

/** How much one import may bring; beyond it: in several parts (docs/import.md). */
export const importLimits = {
  entries: 2000,
  unpackedBytes: 200 * megabyte,
  /** of one Markdown or HTML file */
  documentBytes: 5 * megabyte,
  /** of one Word document, with its pictures; and of the text within it */
  wordBytes: 30 * megabyte,
  wordPartBytes: 20 * megabyte,
  /** of all of them: they are read in one go */
  documentsBytes: 60 * megabyte,
  /** of one picture or attachment */
  assetBytes: 50 * megabyte,
  /** unpacked to packed, of what is larger than a megabyte: text and pictures stay far below, bombs far above */
  ratio: 150,
  ratioFrom: megabyte,
} as const
