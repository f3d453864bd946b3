/** One question of a course's bank. `answer` holds indexes into `options`. */
export interface QuestionSeed {
  type: 'SINGLE' | 'MULTIPLE' | 'JUDGE'
  /** 1 easy, 2 medium, 3 hard */
  difficulty: 1 | 2 | 3
  stem: string
  /** SINGLE and MULTIPLE: four options; JUDGE: always 正确, 错误 in this order */
  options: string[]
  /** SINGLE and JUDGE: exactly one index; MULTIPLE: two to four */
  answer: number[]
  /** why the answer is right, shown after the exam */
  explanation: string
}

/** What is on the screen, and what the voice says, for a few seconds of a lesson's video. */
export interface SlideSeed {
  heading: string
  /** two to four short lines */
  lines: string[]
  /** the narration read aloud while the slide stands */
  narration: string
}

export interface LessonSeed {
  title: string
  slides: SlideSeed[]
}

/** A lesson that is read, behind the films; its reading time is what its length proposes. */
export interface ArticleSeed {
  title: string
  html: string
}

/** A course as the demo world teaches it. Its lessons' videos are seeds/media/<code>-<n>.mp4, n from 1. */
export interface CourseSeed {
  /** kebab-case, unique; names the file it stands in */
  code: string
  title: string
  intro: string
  /** the cover's colour family */
  theme: 'law' | 'dispensing' | 'safety' | 'chronic' | 'tcm' | 'coldchain' | 'ethics'
  teacher: {
    name: string
    /** 1 professor, 2 associate professor (specification §3); 0 none: a name alone says more than “其他” behind it */
    titleCode: 0 | 1 | 2
    employer: string
    intro: string
  }
  /** two to four */
  lessons: LessonSeed[]
  article?: ArticleSeed
  /** at least 15 SINGLE, 7 MULTIPLE, 7 JUDGE */
  questions: QuestionSeed[]
}
