import { KitProvider } from '@ce/frame/student/kit.tsx'
import { LearnPlace } from '@ce/frame/student/learn/LearnPlace.tsx'
import { LessonKitProvider } from '@ce/frame/student/learn/lesson-kit.tsx'
import { antdKit } from '../../../components/antd-kit.tsx'
import { antdLessonKit } from './antd-lesson-kit.tsx'

/** The learning page of one course of a sign. */
export function LearnPage() {
  return (
    <KitProvider parts={antdKit}>
      <LessonKitProvider parts={antdLessonKit}>
        <LearnPlace />
      </LessonKitProvider>
    </KitProvider>
  )
}
