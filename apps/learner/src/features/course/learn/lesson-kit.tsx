import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import type { ComponentType, ReactNode } from 'react'
import { partsOf } from '../../../components/parts.tsx'
import type { LearnDetail } from './learn-detail.ts'

export interface PresenceProps {
  player: LessonPlayer
  onAnswered: () => void
  /** over a text that is read, not over a picture */
  onText?: boolean
}

export interface VideoLayoutProps {
  stage: ReactNode
  below: ReactNode
  /** there is a smaller picture to choose */
  onLowData: ((low: boolean) => void) | undefined
}

type Icon = 'play' | 'pause' | 'back' | 'muted' | 'sound' | 'fullscreen' | 'exitFullscreen'

/** What only the lesson's player needs beside the kit, as an app draws it. */
export interface LessonKit {
  icons: Record<Icon, ReactNode>
  /** asks whether someone is there */
  Presence: ComponentType<PresenceProps>
  /** around the learning page, also before its course is known */
  Page: ComponentType<{ detail: LearnDetail | undefined; children: ReactNode }>
  /** what is to be told first, the player and the lessons */
  Layout: ComponentType<{ notes: ReactNode; player: ReactNode; lessons: ReactNode }>
  /** where the picture stands, and what is told of it */
  VideoLayout: ComponentType<VideoLayoutProps>
  /** a hand's device: loudness has its own keys, and whoever turns away from it watches nothing */
  handheld: boolean
}

export const [LessonKitProvider, useLessonKit] = partsOf<LessonKit>('lesson kit')
