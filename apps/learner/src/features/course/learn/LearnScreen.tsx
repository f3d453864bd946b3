import { KitProvider } from '../../../components/kit.tsx'
import { phoneKit } from '../../../kit/phone-kit.tsx'
import { LearnPlace } from './LearnPlace.tsx'
import { LessonKitProvider } from './lesson-kit.tsx'
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
