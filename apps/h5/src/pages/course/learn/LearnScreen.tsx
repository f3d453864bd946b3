import { KitProvider } from '@ce/frame/student/kit.tsx'
import { LearnPlace } from '@ce/frame/student/learn/LearnPlace.tsx'
import { LessonKitProvider } from '@ce/frame/student/learn/lesson-kit.tsx'
import { phoneKit } from '../../../kit/phone-kit.tsx'
import { phoneLessonKit } from './phone-lesson-kit.tsx'

/** Study on the move: the player on top, under it what is credited, the lessons and what comes after the last. */
export function LearnScreen() {
  return (
    <KitProvider parts={phoneKit}>
      <LessonKitProvider parts={phoneLessonKit}>
        <LearnPlace />
      </LessonKitProvider>
    </KitProvider>
  )
}
