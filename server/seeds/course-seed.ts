/** One question of a course's question bank. `answer` holds indexes into `options`. */
export interface QuestionSeed {
  type: 'SINGLE' | 'MULTIPLE' | 'JUDGE'
  /** Difficulty: 1 easy, 2 medium, 3 hard. */
  difficulty: 1 | 2 | 3
  stem: string
  /** Options of SINGLE and MULTIPLE: four. Of JUDGE: always 正确, 错误 in this order. */
  options: string[]
  /** Indexes of right options. SINGLE and JUDGE: exactly one. MULTIPLE: two to four. */
  answer: number[]
  explanation: string
}

export interface SlideSeed {
  heading: string
  lines: string[]
  narration: string
}

export interface LessonSeed {
  title: string
  slides: SlideSeed[]
}

/** A lesson to read, placed after the videos. Its reading time is proposed from its length. */
export interface ArticleSeed {
  title: string
  html: string
}

/** A course of the demo world. Its videos are seeds/media/<code>-<n>.mp4, with n from 1. */
export interface CourseSeed {
  /** Unique code of the course, in kebab-case; also the name of its file. */
  code: string
  title: string
  intro: string
  /** Colour family of the cover. */
  theme: 'law' | 'dispensing' | 'safety' | 'chronic' | 'tcm' | 'coldchain' | 'ethics'
  teacher: {
    name: string
    /** Title of the teacher: 1 professor, 2 associate professor, 0 none. */
    titleCode: 0 | 1 | 2
    employer: string
    intro: string
  }
  lessons: LessonSeed[]
  article?: ArticleSeed
  /** At least 15 SINGLE, 7 MULTIPLE and 7 JUDGE questions. */
  questions: QuestionSeed[]
}
