import type { MovedSignCourse } from '../learning/sign/service.ts'
import type { announce } from '../message/service/announce.ts'
import type { NewMessage } from '../message/service.ts'

/** A student gets the message once per course version. */
export function courseVersionMovedMessage(
  { signCourseId, signId, studentId, year, title }: MovedSignCourse,
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

/** The message goes to paid students who have not passed; they keep the course. */
export function courseWithdrawnAnnouncement({
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
