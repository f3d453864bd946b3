import type { announce, NewMessage } from '../message/service.ts'

/** To whoever had not begun a course: they learn its new version. Told once of each version. */
export function movedMessage(
  { signCourseId, signId, studentId, year, title }: Moved,
  versionId: string,
): NewMessage {
  return {
    studentId,
    kind: 'COURSE',
    event: `course.moved:${signCourseId}:${versionId}`,
    title: '课程内容已更新',
    body: `您 ${year} 年度报名的“${title}”已更新内容。您还没有开始学习，将直接学习更新后的课程，学时和费用不变，无需操作。`,
    link: `/system/my-courses/${signId}`,
  }
}

export interface Moved {
  signCourseId: string
  signId: string
  studentId: string
  year: number
  title: string
}

/** To whoever has paid for a course and has not passed it: it is not offered any more, and theirs all the same. */
export function withdrawnAnnouncement({
  id,
  title,
}: {
  id: string
  title: string
}): Parameters<typeof announce>[1] {
  return {
    audience: 'COURSE_UNFINISHED',
    audienceId: id,
    kind: 'COURSE',
    title: '课程已停止报名',
    body: `“${title}”已停止接受新的报名。您已报名，仍可在学习截止前完成学习和考试，学时照常计入，无需操作。`,
    link: '/system/my-courses',
  }
}
