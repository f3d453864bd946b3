import { Node } from '@tiptap/core'
import { alignmentAttribute } from './align.ts'

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
})

/** The editor puts a paragraph around a figure's picture; saving removes that paragraph. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'paragraph figcaption?',
  isolating: true,
  addAttributes: () => alignmentAttribute,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
})

export const figureExtensions = [Figure, Figcaption]
