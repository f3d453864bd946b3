import type { Evidence } from '@ce/client/course_reduce.ts'
import { formatBytes } from '@ce/client/format.ts'
import type { ReactNode } from 'react'
import classes from './Evidence.module.css'

/** Files of an application, each with what can be done about it. */
export function EvidenceFiles({
  files,
  aside,
}: {
  files: readonly Evidence[]
  aside?: (file: Evidence) => ReactNode
}) {
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.fileId} className={classes.file}>
          <Thumb mime={file.mime} url={file.url} />
          <span className={classes.fileName}>
            {file.url ? (
              <a href={file.url} target="_blank" rel="noopener">
                {file.name}
              </a>
            ) : (
              `${file.name}（已删除）`
            )}
            <span className={classes.small}>{formatBytes(file.size)}</span>
          </span>
          {aside?.(file)}
        </li>
      ))}
    </ul>
  )
}

/** A picture as it is, a document by its kind; the name beside it says which. */
function Thumb({ mime, url }: Pick<Evidence, 'mime' | 'url'>) {
  return (
    <span className={classes.thumb} aria-hidden="true">
      {mime.startsWith('image/') && url ? <img src={url} alt="" loading="lazy" /> : 'PDF'}
    </span>
  )
}
