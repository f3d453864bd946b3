import { formatTitle } from '@ce/client/format.ts'

/** The title codes to choose from (specification §3); 0 is none. */
export const titleOptions = [0, 1, 2, 3].map((value) => ({
  value,
  label: formatTitle(value) || '无',
}))
