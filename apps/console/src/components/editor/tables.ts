import { mergeAttributes } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { alignmentAttribute } from './align.ts'

const cell = {
  colspan: { default: 1 },
  rowspan: { default: 1 },
  ...alignmentAttribute,
}

const caption = {
  default: null,
  parseHTML: (element: HTMLElement) => element.querySelector(':scope > caption')?.textContent?.trim() || null,
  rendered: false,
}

export const tableExtensions = [
  Table.extend({
    addAttributes: () => ({ caption }),
    parseHTML: () => [{ tag: 'table' }, { tag: 'table > caption', ignore: true }],
    renderHTML({ node, HTMLAttributes }) {
      const words: unknown = node.attrs.caption
      return [
        'table',
        mergeAttributes(HTMLAttributes),
        ...(typeof words === 'string' ? [['caption', { contenteditable: 'false' }, words]] : []),
        ['tbody', 0],
      ]
    },
    // tiptap's table view drops captions and writes style attributes.
  }).configure({ View: null }),
  TableRow,
  TableCell.extend({ addAttributes: () => cell }),
  TableHeader.extend({ addAttributes: () => cell }),
]
