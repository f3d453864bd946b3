import type { RowLook } from '@ce/frame/student/privacy/row-look.ts'
import classes from './Privacy.module.css'

export const rowLook: RowLook = { rows: classes.rows, quiet: classes.small, text: classes.text }
