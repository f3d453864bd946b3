import { escapeHtml } from '@ce/contract/escape-html'
import type { Deps } from '../../platform/deps.ts'
import { publicFileUrl } from '../../platform/files/links.ts'
import type { PublicFile } from '../file/service.ts'
import type { PosterContent } from './content.ts'
import { contentsOf } from './html/contents.ts'
import type { PublicRow } from './store/published.ts'

/** An item of a public list. */
export function toItem(row: PublicRow) {
  const { coverFileId, publishAt, ...fields } = row
  return {
    ...fields,
    coverUrl: coverFileId && publicFileUrl(coverFileId),
    publishedAt: publishAt,
  }
}

type Files = Map<string, PublicFile>

/** What a page of one item shows besides its head. A file that is gone is left out. */
export function toText(content: PosterContent, files: Files) {
  const video = content.videoFileId ? files.get(content.videoFileId) : undefined
  const captions = content.captionsFileId ? files.get(content.captionsFileId) : undefined
  return {
    bodyHtml: content.bodyHtml,
    contents: contentsOf(content.bodyHtml),
    attachments: attachmentsOf(content, files),
    video: video ? { url: video.url, mime: video.mime, captionsUrl: captions?.url ?? null } : null,
  }
}

/** The same content for the desk, with what it needs to show its files. */
export function toShown(content: PosterContent, files: Files, deps: Pick<Deps, 'publicUrl'>) {
  const preview = (id: string | null) => (id ? (files.get(id) ?? null) : null)
  return {
    ...withFiles(content, files, deps),
    cover: preview(content.coverFileId),
    video: preview(content.videoFileId),
    captions: preview(content.captionsFileId),
    attachments: attachmentsOf(content, files),
  }
}

/** a file in an attribute, where its address ends: the cleaner takes a signature off there, and there alone */
const fileAddress =
  /( (?:src|href|poster)=")(https?:\/\/[^"/?#]+)?\/files\/public\/([0-9a-f-]{36})(?=["#])/g

/**
 * With the addresses of these files in its text: what is closed to readers opens for the desk (decision 041). Ours alone: whoever
 * follows a link to another host would hand it the signature.
 */
export function withFiles(
  content: PosterContent,
  files: Files,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
): PosterContent {
  const own = URL.parse(publicUrl())?.origin
  const shown = (address: string, before: string, host: string | undefined, id: string) => {
    const file = host === undefined || host === own ? files.get(id) : undefined
    return file ? before + (host ?? '') + escapeHtml(file.url) : address
  }
  const bodyHtml = content.bodyHtml.replace(/<[^>]*>/g, (tag) => tag.replace(fileAddress, shown))
  return { ...content, bodyHtml }
}

function attachmentsOf(content: PosterContent, files: Files) {
  return content.attachments.flatMap(({ fileId, name }) => {
    const file = files.get(fileId)
    return file ? [{ fileId, name, url: file.url, size: file.size, mime: file.mime }] : []
  })
}
