import { peopleCategories } from '@ce/contract'
import { escapeHtml } from '@ce/contract/escape-html'
import type { Deps } from '../../../platform/deps.ts'
import { excerpt } from '../../../platform/excerpt.ts'
import { createPublicFileUrl } from '../../../platform/files/links.ts'
import type { PublicFile } from '../../file/service/links.ts'
import type { PosterContent } from './content.ts'
import { tableOfContents } from './html/anchors.ts'
import type { PublicPosterRow } from './store/published.ts'

export function toPublicListItem(row: PublicPosterRow) {
  const { coverFileId, publishAt, ...fields } = row
  return {
    ...fields,
    coverUrl: coverFileId && createPublicFileUrl(coverFileId),
    publishedAt: publishAt,
  }
}

type Files = Map<string, PublicFile>

export function toPublicPosterText(content: PosterContent, files: Files) {
  const video = content.videoFileId ? files.get(content.videoFileId) : undefined
  const captions = content.captionsFileId ? files.get(content.captionsFileId) : undefined
  return {
    bodyHtml: content.bodyHtml,
    contents: tableOfContents(content.bodyHtml),
    attachments: attachmentsOf(content, files),
    video: video ? { url: video.url, mime: video.mime, captionsUrl: captions?.url ?? null } : null,
  }
}

export function toDeskPosterContent(content: PosterContent, files: Files, deps: Pick<Deps, 'publicUrl'>) {
  const preview = (id: string | null) => (id ? (files.get(id) ?? null) : null)
  return {
    ...withDeskFileLinks(content, files, deps),
    cover: preview(content.coverFileId),
    video: preview(content.videoFileId),
    captions: preview(content.captionsFileId),
    attachments: attachmentsOf(content, files),
  }
}

/**
 * Matches the address of a public file, also with the signature of a desk link; the cleaning removes that signature
 * later.
 */
const fileAddress = /( (?:src|href|poster)=")(https?:\/\/[^"/?#]+)?\/files\/public\/([0-9a-f-]{36})(?=["#])/g

/**
 * Adds signatures to draft files (decision 041), but only to the portal's own addresses, because another host would get
 * them.
 */
export function withDeskFileLinks(
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

/** Without a summary it returns the start of the text, except for an item about a person. */
export function displayedSummary(
  item: { categoryId: number },
  { summary }: { summary: string },
  bodyText: string,
): string {
  return summary || peopleCategories.includes(item.categoryId) ? summary : excerpt(bodyText)
}
