import { createHash } from 'node:crypto'
import type { posterContent, posterState } from '@ce/contract'
import type { z } from 'zod'

/** What an editor writes and a revision keeps; in a revision its HTML is cleaned. */
export type PosterContent = z.output<typeof posterContent>
export type PosterState = z.output<typeof posterState>

/** Exactly the contract's fields, whatever else the value carries. */
export function contentOf(input: PosterContent, bodyHtml: string): PosterContent {
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

/** A revision's content: only contentOf() ever writes that column. */
export function asContent(stored: unknown): PosterContent {
  return stored as PosterContent
}

/** Names a write by everything it was asked to do: the same again is a repeat, whoever lost the answer. */
export function stampOf(action: string, username: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([action, username, input]))
    .digest()
}
