import { Mark } from '@tiptap/core'

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
