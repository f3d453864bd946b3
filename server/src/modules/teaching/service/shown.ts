import type { Deps } from '../../../platform/deps.ts'
import { deskUrl } from '../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { Version } from '../../catalogue/service/desk.ts'
import { type Lesson, listArticles, listLessons } from '../../catalogue/service.ts'
import { findLessonFiles, type LessonFile } from '../../file/service.ts'
import { rulesOf } from '../draft.ts'

/** How these versions are shown: their lessons, with links to the films for who asks, and their rules. */
export async function versionsShown(
  { db, keys }: Deps,
  staff: StaffAtWork,
  versions: readonly (Version | undefined)[],
) {
  const ids = versions.flatMap((version) => version?.id ?? [])
  const [lessons, articles] = await Promise.all([listLessons(db, ids), listArticles(db, ids)])
  const files = await findLessonFiles(
    db,
    lessons.flatMap(({ videoFileId, lowVideoFileId, captionsFileId }) =>
      [videoFileId ?? [], lowVideoFileId ?? [], captionsFileId ?? []].flat(),
    ),
  )
  const link = (fileId: string) => deskUrl(keys, fileId, staff.staffId)
  return (version: Version) => {
    const own = lessons.filter(({ versionId }) => versionId === version.id)
    const list = own.map((lesson) =>
      lesson.kind === 'VIDEO'
        ? toVideo(lesson, files, link)
        : toArticle(lesson, articles.get(lesson.id) ?? ''),
    )
    return { ...version, rules: rulesOf(version), lessons: list }
  }
}

function toArticle({ title, durationDs }: Lesson, html: string) {
  return { kind: 'ARTICLE' as const, title, durationSeconds: durationDs / 10, html }
}

function toVideo(
  { title, durationDs, videoFileId, lowVideoFileId, captionsFileId }: Lesson,
  files: Map<string, LessonFile>,
  link: (fileId: string) => string,
) {
  const video = files.get(videoFileId ?? '')
  const low = files.get(lowVideoFileId ?? '')
  const captions = files.get(captionsFileId ?? '')
  return {
    kind: 'VIDEO' as const,
    title,
    durationSeconds: durationDs / 10,
    videoFileId: videoFileId ?? '',
    videoName: video?.name ?? '',
    videoUrl: videoFileId ? link(videoFileId) : '',
    media: video?.media ?? null,
    lowVideoFileId,
    lowVideoName: low?.name ?? null,
    lowVideoUrl: lowVideoFileId && link(lowVideoFileId),
    captionsFileId,
    captionsName: captions?.name ?? null,
    captionsUrl: captionsFileId && link(captionsFileId),
  }
}
