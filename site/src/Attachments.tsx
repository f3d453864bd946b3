import { formatBytes } from '@ce/client/format.ts'
import type { PosterInfo } from './data.ts'

export function Attachments({ files }: { files: PosterInfo['attachments'] }) {
  if (files.length === 0) return null
  return (
    <section className="attachments" aria-labelledby="attachments">
      <h2 id="attachments">附件</h2>
      <ul>
        {files.map(({ name, url, size }) => (
          <li key={url}>
            <a href={url} download={name}>
              {name}
            </a>
            <span>{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
