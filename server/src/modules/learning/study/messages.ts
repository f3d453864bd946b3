import type { NewMessage } from '../../message/service.ts'

/** A message is sent once for each corrected length. */
export function lessonDoneMessage(
  one: {
    studentId: string
    signCourseId: string
    signId: string
    courseTitle: string
    lessonTitle: string
  },
  { lessonId, durationDs }: { lessonId: string; durationDs: number },
): NewMessage {
  const { studentId, signCourseId, signId, courseTitle, lessonTitle } = one
  return {
    studentId,
    kind: 'COURSE',
    event: `lesson.corrected:${signCourseId}:${lessonId}:${durationDs}`,
    title: '课时时长已更正',
    body: `“${courseTitle}”的课时“${lessonTitle}”时长已更正。按更正后的时长，您已学完这个课时，可以继续学习。`,
    link: `/system/my-courses/${signId}/${signCourseId}`,
  }
}
