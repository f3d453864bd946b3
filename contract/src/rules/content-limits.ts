/** How much one item of content may hold: letters, but for the counts. Calls refuse more; forms and imports say it beforehand. */
export const contentLimits = {
  title: 120,
  summary: 300,
  source: 60,
  author: 60,
  /** of HTML */
  body: 2_000_000,
  /** opening and closing ones: a browser must draw them, and the server read them in a moment */
  tags: 100_000,
  /** in all, and those that a table of contents may list */
  anchors: 5000,
  headings: 1000,
  attachments: 20,
  attachmentName: 120,
} as const
