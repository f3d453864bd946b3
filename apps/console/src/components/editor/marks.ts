import { Mark } from '@tiptap/core'

/** H₂O and 10⁹: a mark of one plain tag. */
function plainMark(name: string, tag: 'sub' | 'sup', excludes: string) {
  return Mark.create({
    name,
    excludes,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })
}

export const Subscript = plainMark('subscript', 'sub', 'superscript')
export const Superscript = plainMark('superscript', 'sup', 'subscript')
