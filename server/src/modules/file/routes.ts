import { Readable } from 'node:stream'
import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import { sendBytes, sendContent } from '../../platform/files/send.ts'
import { readUploadForm, registerUploads } from '../../platform/files/upload-form.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { openBeginning } from './service/beginning.ts'
import { finishUpload } from './service/finish.ts'
import { openLinkedFile } from './service/linked.ts'
import { beginUpload, takeChunk, uploadState } from './service/staff-upload.ts'
import { uploadFile } from './service/student-upload.ts'
import { isPicture, madeCopy, openPublicFile } from './service.ts'

const linkShape = z.object({
  s: z.string(),
  e: z.string(),
  t: z.string(),
  k: z
    .string()
    .regex(/^([0-9a-f]{64}|desk)$/)
    .optional(),
})
const beginningShape = z.object({ n: z.string(), e: z.string(), t: z.string() })
const idShape = z.object({ id: z.uuid() })

export default function fileRoutes(app: FastifyInstance, workloads: Workloads): void {
  registerUploads(app, (app) => {
    route(app, workloads, clientCalls.file.upload, ({ deps, student, request }) =>
      uploadFile(deps, student, () => readUploadForm(request)),
    )
    staffRoute(app, workloads, staffCalls.file.chunk, ({ deps, staff, request }) =>
      takeChunk(deps, staff, () => readUploadForm(request)),
    )
  })
  staffRoute(app, workloads, staffCalls.file.begin, ({ deps, staff, input }) =>
    beginUpload(deps, staff, input),
  )
  staffRoute(app, workloads, staffCalls.file.uploadState, ({ deps, staff, input }) =>
    uploadState(deps, staff, input),
  )
  staffRoute(app, workloads, staffCalls.file.finish, ({ deps, staff, input }) =>
    finishUpload(deps, staff, input),
  )
  registerAddresses(app, workloads.learner)
}

/** Where files are fetched from. */
function registerAddresses(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id',
    handler: async (request, reply) => {
      const link = linkShape.safeParse(request.query)
      const fileId = idOf(request)
      if (!link.success || !fileId) return refuse('file.linkInvalid')
      const file = await openLinkedFile(
        deps,
        { fileId, ...link.data },
        request.headers.authorization,
      )
      reply.header('cache-control', file.purpose === madeCopy ? 'no-store' : 'private, max-age=600')
      return sendContent(deps.files, file, request, reply)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/beginning/:id',
    handler: async (request, reply) => {
      const link = beginningShape.safeParse(request.query)
      const id = idOf(request)
      if (!link.success || !id) return refuse('file.linkInvalid')
      const { file, content } = await openBeginning(deps, { id, ...link.data })
      reply.header('cache-control', 'private, max-age=600')
      const read = ({ start, end }: { start: number; end: number }) =>
        Readable.from(content.pieces(start, end + 1))
      return sendBytes(file, read, request, reply)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/public/:id',
    handler: async (request, reply) => {
      const id = idOf(request) ?? refuse('file.gone')
      const file = await openPublicFile(deps, id, linkShape.safeParse(request.query).data)
      reply.header('cache-control', cacheControlOf(file))
      // an SVG opened by itself may draw and do nothing else
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      const asDownload = file.purpose === 'ATTACHMENT'
      return sendContent(deps.files, { ...file, asDownload }, request, reply)
    },
  })
}

/**
 * What an id stands for never changes, but any day it may be closed (decision 041). A picture is part of a page that is gone then; a film or a
 * document that is passed on by its address must not live on in caches.
 */
function cacheControlOf(file: { purpose: string; closed: boolean }): string {
  if (file.closed) return 'private, no-store'
  return isPicture(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
}

function idOf(request: FastifyRequest): string | undefined {
  return idShape.safeParse(request.params).data?.id
}
