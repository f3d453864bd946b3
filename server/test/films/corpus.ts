import {
  buildMp4,
  type FilmPlan,
  makeSoundTrack,
  makeVideoTrack,
  mp4Box,
  mp4FullBox,
  type TrackPlan,
  unknownFilmLength,
} from './mp4-writer.ts'

interface Case {
  name: string
  plan: FilmPlan
}

const of = (name: string, ...tracks: TrackPlan[]): Case => ({ name, plan: { tracks } })
const with_ = (one: Case, more: Partial<FilmPlan>): Case => ({
  ...one,
  plan: { ...one.plan, ...more },
})
const av = (name: string, more: Partial<FilmPlan> = {}) => with_(of(name, makeVideoTrack(6), makeSoundTrack(6)), more)
const said = (seconds: number) => ({ mediaSaid: seconds, trackSaid: seconds })
const headers = (name: string, seconds: number) =>
  with_(of(name, makeVideoTrack(6, said(seconds)), makeSoundTrack(6, said(seconds))), { movieSaid: seconds })
const tags = mp4Box('udta', mp4FullBox('meta', 0, 0, Buffer.alloc(60)))

const s = 1000
const cut = (name: string, edits: TrackPlan['edits'], more: Partial<TrackPlan> = {}) =>
  of(name, makeVideoTrack(6, { edits, ...more }))

const late = [
  { duration: 2 * s, mediaTime: -1 },
  { duration: 6 * s, mediaTime: 0 },
]

/** Playable films with length problems that real recorders and editors produce. */
export const sampleFilms: readonly Case[] = [
  of('pictures only', makeVideoTrack(6)),
  av('pictures and sound'),
  of('sound longer than pictures', makeVideoTrack(4), makeSoundTrack(6)),
  of('pictures longer than sound', makeVideoTrack(6), makeSoundTrack(4)),
  av('movie header three times as long', { movieSaid: 18 }),
  av('movie header a third as long', { movieSaid: 2 }),
  av('movie header of length 0', { movieSaid: 0 }),
  av('movie header of unknown length', { movieSaid: unknownFilmLength }),
  of('media header three times as long', makeVideoTrack(6, { mediaSaid: 18 }), makeSoundTrack(6)),
  of('media header a third as long', makeVideoTrack(6, { mediaSaid: 2 }), makeSoundTrack(6, { mediaSaid: 2 })),
  of(
    'media header of unknown length',
    makeVideoTrack(6, { mediaSaid: unknownFilmLength }),
    makeSoundTrack(6, { mediaSaid: unknownFilmLength }),
  ),
  of('media header of length 0', makeVideoTrack(6, { mediaSaid: 0 }), makeSoundTrack(6, { mediaSaid: 0 })),
  of('track headers three times as long', makeVideoTrack(6, { trackSaid: 18 }), makeSoundTrack(6, { trackSaid: 18 })),
  headers('all headers three times as long', 18),
  headers('all headers a third as long', 2),
  headers('all headers of unknown length', unknownFilmLength),
  cut('first two seconds cut away', [{ duration: 4 * s, mediaTime: 50 }]),
  cut('last two seconds cut away', [{ duration: 4 * s, mediaTime: 0 }]),
  cut('begins two seconds late', late),
  cut('two pieces of it', [
    { duration: 2 * s, mediaTime: 25 },
    { duration: 1 * s, mediaTime: 100 },
  ]),
  cut('an edit of length 0', [{ duration: 0, mediaTime: 0 }]),
  cut('an edit of length 0 from the second second', [{ duration: 0, mediaTime: 50 }]),
  cut('an edit longer than its frames', [{ duration: 18 * s, mediaTime: 0 }]),
  cut('an edit of 64 bits', [{ duration: 4 * s, mediaTime: 50 }], { editsVersion: 1 }),
  cut('an edit that stands still', [{ duration: 6 * s, mediaTime: 0, rate: 0 }]),
  cut('an edit at double speed', [{ duration: 3 * s, mediaTime: 0, rate: 0x20000 }]),
  cut('pieces with a gap between them', [
    { duration: 2 * s, mediaTime: 0 },
    { duration: 3 * s, mediaTime: -1 },
    { duration: 2 * s, mediaTime: 50 },
  ]),
  cut('an edit beyond the frames', [{ duration: 4 * s, mediaTime: 1000 }]),
  of(
    'sound with priming samples cut away',
    makeVideoTrack(6),
    makeSoundTrack(6, { edits: [{ duration: 6 * s, mediaTime: 2048 }] }),
  ),
  of(
    'an edit that shortens the pictures only',
    makeVideoTrack(6, { edits: [{ duration: 3 * s, mediaTime: 0 }] }),
    makeSoundTrack(6),
  ),
  of('frames shown later than decoded', makeVideoTrack(6, { offsets: [[150, 2]] })),
  of(
    'frames shown later, and an edit that undoes it',
    makeVideoTrack(6, { offsets: [[150, 2]], edits: [{ duration: 6 * s, mediaTime: 2 }] }),
  ),
  of('frames shown earlier than decoded', makeVideoTrack(6, { offsets: [[150, -2]], offsetsVersion: 1 })),
  av('headers of 64 bits', { version: 1 }),
  av('offsets of 64 bits', { longOffsets: true, longMedia: true }),
  av('index at the end', { indexLast: true }),
  av('tags of an editor', { more: [tags], movieSaid: 18 }),
  of('one unit a second', makeVideoTrack(6, { scale: 1, steps: [[6, 1]] })),
  of('ninety thousand units a second', makeVideoTrack(6, { scale: 90_000, steps: [[150, 3600]] })),
  of('six hundred million units a second', {
    ...makeVideoTrack(6, { scale: 600_000_000, steps: [[6, 600_000_000]] }),
  }),
  with_(of('a movie of one unit a second', makeVideoTrack(6)), { movieScale: 1, movieSaid: 7 }),
  of(
    'last frame of length 0',
    makeVideoTrack(6, {
      steps: [
        [149, 1],
        [1, 0],
      ],
    }),
  ),
  of(
    'last frame that stands for eight seconds',
    makeVideoTrack(6, {
      steps: [
        [50, 1],
        [1, 200],
      ],
    }),
  ),
  of('frames two seconds apart', makeVideoTrack(6, { scale: 1, steps: [[4, 2]] })),
  of(
    'a slide show with sound',
    makeVideoTrack(6, {
      scale: 1,
      steps: [
        [1, 5],
        [1, 0],
      ],
    }),
    makeSoundTrack(6),
  ),
  of(
    'a frame with a negative length',
    makeVideoTrack(6, {
      steps: [
        [100, 1],
        [1, -1],
        [49, 1],
      ],
    }),
  ),
  of('subtitles longer than the film', makeVideoTrack(6), makeSoundTrack(6), {
    kind: 'text',
    scale: 1000,
    steps: [[2, 9 * s]],
  }),
  of(
    'a second film that is switched off and longer',
    makeVideoTrack(4),
    makeSoundTrack(4),
    makeVideoTrack(8, { flags: 2 }),
  ),
  of('a second sound that is longer', makeVideoTrack(4), makeSoundTrack(4), makeSoundTrack(8)),
  of(
    'a first film that is switched off and longer',
    makeVideoTrack(8, { flags: 2 }),
    makeVideoTrack(4),
    makeSoundTrack(4),
  ),
  of('sound that is switched off and longer', makeVideoTrack(4), makeSoundTrack(8, { flags: 2 })),
  of(
    'pictures and sound begin two seconds late',
    makeVideoTrack(6, { edits: late }),
    makeSoundTrack(6, { edits: late }),
  ),
  of('pictures begin two seconds after the sound', makeVideoTrack(6, { edits: late }), makeSoundTrack(8)),
  of('sound begins two seconds after the pictures', makeVideoTrack(8), makeSoundTrack(6, { edits: late })),
  of('pictures shown three seconds later than decoded', makeVideoTrack(6, { offsets: [[150, 75]] })),
  cut('nothing for two seconds at the end', [
    { duration: 4 * s, mediaTime: 0 },
    { duration: 2 * s, mediaTime: -1 },
  ]),
  cut('three seconds and nothing for two more', [
    { duration: 3 * s, mediaTime: 0 },
    { duration: 2 * s, mediaTime: -1 },
  ]),
  cut('nothing at the end for longer than there are frames', [
    { duration: 4 * s, mediaTime: 0 },
    { duration: 8 * s, mediaTime: -1 },
  ]),
  cut('an edit of unknown length', [{ duration: 0xffffffff, mediaTime: 0 }]),
  of('a table of times that tells of three times the frames', makeVideoTrack(18, { frames: 150 })),
  of('a table of times that tells of a third of the frames', makeVideoTrack(2, { frames: 150 })),
  of('frames of which a third have a place', makeVideoTrack(6, { placed: 50 })),
  of('a still of one frame and sound', makeVideoTrack(6, { scale: 1, steps: [[1, 1]] }), makeSoundTrack(6)),
]

export const buildSampleFilm = ({ plan }: Case): Buffer => buildMp4(plan)
