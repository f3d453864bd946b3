import { mergeAttributes } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'

const spans = { colspan: { default: 1 }, rowspan: { default: 1 } }

/** Tables as readers get them: no column widths, no style attributes; cells span and nothing else. */
export const tableExtensions = [
  Table.extend({
    renderHTML({ HTMLAttributes }) {
      return ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]]
    },
  }),
  TableRow,
  TableCell.extend({ addAttributes: () => spans }),
  TableHeader.extend({ addAttributes: () => spans }),
]
