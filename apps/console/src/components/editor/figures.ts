import { Node } from '@tiptap/core'
import { alignAttribute } from './align.ts'

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
})

/** A picture with words under it, as imported articles have them. The picture's paragraph goes with the saving. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'paragraph figcaption?',
  isolating: true,
  addAttributes: () => alignAttribute,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
})

export const figureExtensions = [Figure, Figcaption]
