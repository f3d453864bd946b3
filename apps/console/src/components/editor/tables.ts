import { mergeAttributes } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { alignAttribute } from './align.ts'

const cell = {
  colspan: { default: 1 },
  rowspan: { default: 1 },
  ...alignAttribute,
}

const caption = {
  default: null,
  parseHTML: (element: HTMLElement) =>
    element.querySelector(':scope > caption')?.textContent?.trim() || null,
  rendered: false,
}

/** Tables as readers get them: a caption of plain words, no column widths, no style attributes; cells span and align. */
export const tableExtensions = [
  Table.extend({
    addAttributes: () => ({ caption }),
    parseHTML: () => [{ tag: 'table' }, { tag: 'table > caption', ignore: true }],
    renderHTML({ node, HTMLAttributes }) {
      const words: unknown = node.attrs.caption
      return [
        'table',
        mergeAttributes(HTMLAttributes),
        // written in a dialog: the cursor stays in the cells
        ...(typeof words === 'string' ? [['caption', { contenteditable: 'false' }, words]] : []),
        ['tbody', 0],
      ]
    },
    // its own view knows of no caption and writes style attributes
  }).configure({ View: null }),
  TableRow,
  TableCell.extend({ addAttributes: () => cell }),
  TableHeader.extend({ addAttributes: () => cell }),
]
