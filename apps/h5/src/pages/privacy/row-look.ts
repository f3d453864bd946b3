import type { RowLook } from '@ce/frame/student/privacy/row-look.ts'
import card from '../../components/card.module.css'
import classes from './Privacy.module.css'

export const rowLook: RowLook = { rows: classes.rows, quiet: card.quiet, text: undefined }
