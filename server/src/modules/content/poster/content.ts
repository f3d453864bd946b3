import { createHash } from 'node:crypto'
import type { posterContent, posterState } from '@ce/contract'
import type { z } from 'zod'

export type PosterContent = z.output<typeof posterContent>
export type PosterState = z.output<typeof posterState>

export function toPosterContent(input: PosterContent, bodyHtml: string): PosterContent {
  return {
    title: input.title,
    summary: input.summary,
    bodyHtml,
    coverFileId: input.coverFileId,
    videoFileId: input.videoFileId,
    captionsFileId: input.captionsFileId,
    titleCode: input.titleCode,
    source: input.source,
    author: input.author,
    attachments: input.attachments.map(({ fileId, name }) => ({ fileId, name })),
  }
}

/** The cast is safe, because only `toPosterContent` writes this column. */
export function asPosterContent(stored: unknown): PosterContent {
  return stored as PosterContent
}

/** Computes a digest that identifies a repeated request. */
export function requestHash(action: string, username: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([action, username, input]))
    .digest()
}
