import { Readable } from 'node:stream'
import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { registerRoute } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import { createPublicFileUrl, filmWindowSeconds } from '../../platform/files/links.ts'
import { sendBytes, sendStoredFile } from '../../platform/files/send.ts'
import { readUploadForm, registerUploads } from '../../platform/files/upload-form.ts'
import { registerStaffRoute } from '../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../platform/workloads.ts'
import { signPart } from './service/direct-upload.ts'
import { openFilmPreview } from './service/films.ts'
import { findSharedFilmAddress, openLinkedFile, openPublicFile, openSharedFilm } from './service/links.ts'
import { findUploadState, finishUpload, startUpload, storeChunk } from './service/staff-upload.ts'
import { uploadFile } from './service/student-upload.ts'
import { dataCopyPurpose, isPictureFile } from './service.ts'

const linkShape = z.strictObject({
  s: z.string(),
  e: z.string(),
  t: z.string(),
  k: z
    .string()
    .regex(/^([0-9a-f]{64}|desk)$/)
    .optional(),
})
const beginningShape = z.object({ n: z.string(), e: z.string(), t: z.string() })
/** Strict, because a CDN would fetch the film again for each further name. */
const sharedShape = z.strictObject({ e: z.string(), t: z.string() })
const idShape = z.object({ id: z.uuid() })

export default function fileRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerUploads(app, (app) => {
    registerRoute(app, workloads, clientCalls.file.upload, ({ deps, student, request }) =>
      uploadFile(deps, student, () => readUploadForm(request)),
    )
    registerStaffRoute(app, workloads, staffCalls.file.chunk, ({ deps, staff, request }) =>
      storeChunk(deps, staff, () => readUploadForm(request)),
    )
  })
  registerStaffRoute(app, workloads, staffCalls.file.begin, ({ deps, staff, input }) => startUpload(deps, staff, input))
  registerStaffRoute(app, workloads, staffCalls.file.signPart, ({ deps, staff, input }) => signPart(deps, staff, input))
  registerStaffRoute(app, workloads, staffCalls.file.uploadState, ({ deps, staff, input }) =>
    findUploadState(deps, staff, input),
  )
  registerStaffRoute(app, workloads, staffCalls.file.finish, ({ deps, staff, input }) =>
    finishUpload(deps, staff, input),
  )
  registerAddresses(app, workloads.learner)
}

function registerAddresses(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id',
    handler: async (request, reply) => {
      const link = linkShape.safeParse(request.query)
      const fileId = idOf(request)
      if (!link.success || !fileId) return refuse('file.linkInvalid')
      const file = await openLinkedFile(deps, { fileId, ...link.data }, request.headers.authorization)
      const elsewhere = request.method === 'GET' ? await findSharedFilmAddress(deps, file) : null
      if (elsewhere) return reply.header('cache-control', 'private, max-age=300').redirect(elsewhere, 307)
      reply.header('cache-control', file.purpose === dataCopyPurpose ? 'no-store' : 'private, max-age=600')
      return sendStoredFile(deps.files, file, request, reply)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/film/:id',
    handler: async (request, reply) => {
      const link = sharedShape.safeParse(request.query)
      const id = idOf(request)
      if (!link.success || !id) return refuse('file.linkInvalid')
      const film = await openSharedFilm(deps, { id, ...link.data })
      reply.header('cache-control', `public, max-age=${filmWindowSeconds}`)
      return sendStoredFile(deps.files, { ...film, isShared: true }, request, reply)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/beginning/:id',
    handler: async (request, reply) => {
      const link = beginningShape.safeParse(request.query)
      const id = idOf(request)
      if (!link.success || !id) return refuse('file.linkInvalid')
      const { file, content } = await openFilmPreview(deps, { id, ...link.data })
      reply.header('cache-control', 'private, max-age=600')
      const read = ({ start, end }: { start: number; end: number }) => Readable.from(content.pieces(start, end + 1))
      return sendBytes(file, read, request, reply)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/public/:id',
    handler: async (request, reply) => {
      const id = idOf(request) ?? refuse('file.gone')
      const link = linkShape.safeParse(request.query).data
      // A cache would keep the file again for each name that somebody adds.
      if (!link && request.url.includes('?')) return reply.redirect(createPublicFileUrl(id), 308)
      const file = await openPublicFile(deps, id, link)
      reply.header('cache-control', cacheControlOf(file))
      // An SVG that a browser opens directly must not run scripts.
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      const asDownload = file.purpose === 'ATTACHMENT'
      return sendStoredFile(deps.files, { ...file, asDownload }, request, reply)
    },
  })
}

/** Access to a file can end (decision 041), so films and documents must not stay in caches. */
function cacheControlOf(file: { purpose: string; closed: boolean }): string {
  if (file.closed) return 'private, no-store'
  return isPictureFile(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
}

function idOf(request: FastifyRequest): string | undefined {
  return idShape.safeParse(request.params).data?.id
}
