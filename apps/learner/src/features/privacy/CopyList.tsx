import { formatBytes, formatDateTime } from '@ce/client/format.ts'
import { type DataCopy, exportsQuery } from '@ce/client/privacy.ts'
import { Dated } from '@ce/ui/Dated.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RowLook } from './row-look.ts'
import { copyStates, copyTimes } from './words.ts'

/** The copies of one's own data, and whether another can be asked for now. */
export function useCopies() {
  const query = useQuery(exportsQuery())
  const { list = [], left = 0 } = query.data ?? {}
  return { query, mayAsk: left > 0 && list.every(({ state }) => state !== 'MAKING') }
}

interface DownloadLink {
  href: string
  'aria-label': string
  children: ReactNode
}

interface CopyListProps {
  list: readonly DataCopy[]
  look: RowLook
  /** the link as the app draws it */
  link: (props: DownloadLink) => ReactNode
}

/** Each copy: how it stands, and the way to load it down. */
export function CopyList({ list, look, link }: CopyListProps) {
  if (list.length === 0) return null
  return (
    <ul className={look.rows} aria-live="polite">
      {list.map((copy) => {
        const { label, kind } = copyStates[copy.state]
        const name = `下载 ${formatDateTime(copy.askedAt)} 申请的副本`
        const text = `下载（${formatBytes(copy.size ?? 0)}）`
        return (
          <li key={copy.id}>
            <div>
              <StatusMark kind={kind}>{label}</StatusMark>
              <p className={look.quiet}>
                <Dated>{copyTimes(copy)}</Dated>
              </p>
            </div>
            {copy.url && link({ href: copy.url, 'aria-label': name, children: text })}
          </li>
        )
      })}
    </ul>
  )
}
