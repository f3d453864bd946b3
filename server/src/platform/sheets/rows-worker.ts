import { tellServer } from '../reader-process.ts'
import { readFor } from './apart.ts'
import { rowsOf, type SheetToRead } from './rows.ts'

/** Reads one table beside the process that answers everybody. */
readFor(async (sheet: SheetToRead) => tellServer({ rows: await rowsOf(sheet), end: true }))
