import type { ReductionEvidence } from '@ce/client/course_reduce.ts'
import { formatBytes } from '@ce/client/format.ts'
import type { ReactNode } from 'react'
import classes from './Evidence.module.css'

export function EvidenceFileList({
  files,
  aside,
}: {
  files: readonly ReductionEvidence[]
  aside?: (file: ReductionEvidence) => ReactNode
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

function Thumb({ mime, url }: Pick<ReductionEvidence, 'mime' | 'url'>) {
  return (
    <span className={classes.thumb} aria-hidden="true">
      {mime.startsWith('image/') && url ? <img src={url} alt="" loading="lazy" /> : 'PDF'}
    </span>
  )
}
