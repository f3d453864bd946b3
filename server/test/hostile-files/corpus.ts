import { hostileDocuments } from './documents.ts'
import { hostileFonts } from './fonts.ts'
import { hostileInvoices } from './invoices.ts'
import type { HostileFile } from './kind.ts'
import { hostilePackages } from './packages.ts'
import { hostilePictures } from './pictures.ts'
import { hostileTables } from './tables.ts'
import { hostileWorkbooks } from './workbooks.ts'

export type { HostileFile, HostileFileUse } from './kind.ts'

export const hostileFiles: readonly HostileFile[] = [
  ...hostileWorkbooks,
  ...hostileTables,
  ...hostilePackages,
  ...hostilePictures,
  ...hostileDocuments,
  ...hostileInvoices,
  ...hostileFonts,
]
