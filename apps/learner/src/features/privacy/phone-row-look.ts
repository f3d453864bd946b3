import card from '../../components/card.module.css'
import classes from './Privacy.module.css'
import type { RowLook } from './row-look.ts'

export const rowLook: RowLook = { rows: classes.rows, quiet: card.quiet, text: undefined }
