/** Limits in characters, unless stated otherwise. Calls, forms and imports share them. */
export const contentLimits = {
  title: 120,
  summary: 300,
  source: 60,
  author: 60,
  body: 2_000_000,
  /** Maximum number of opening and closing tags, which protects browsers and server. */
  tags: 100_000,
  anchors: 5000,
  headings: 1000,
  attachments: 20,
  attachmentName: 120,
} as const
