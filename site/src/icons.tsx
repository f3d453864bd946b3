/** A decorative icon; a text stands beside it. */
function Mark({ d }: { d: string }) {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const SearchIcon = () => <Mark d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20" />
export const PhoneIcon = () => <Mark d="M8 3h8v18H8zM11 18h2" />
export const ServiceIcon = () => <Mark d="M5 16v-4a7 7 0 0 1 14 0v4M5 13h3v5H5zM16 13h3v5h-3zM17 18c0 2-2 3-4 3" />
export const LargePrintIcon = () => <Mark d="M3 20 10 4l7 16M5.5 14h9M17 12h5M19.5 9.5v5" />
export const BackToTopIcon = () => <Mark d="M5 4h14M12 20V8M7 13l5-5 5 5" />
export const PreviousIcon = () => <Mark d="m14 6-6 6 6 6" />
export const NextIcon = () => <Mark d="m10 6 6 6-6 6" />
export const PauseIcon = () => <Mark d="M9 6v12M15 6v12" />
export const PlayIcon = () => <Mark d="M9 6v12l9-6z" />
export const SignUpIcon = () => <Mark d="M6 3h9l4 4v14H6zM9 12h6M12 9v6" />
export const CoursesIcon = () => <Mark d="M4 5h16v12H4zM10 8.5v5l4.5-2.5zM8 20h8" />
export const HoursIcon = () => <Mark d="M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2" />
export const VerifyIcon = () => <Mark d="M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6zM9 12l2 2 4-4" />
export const GuideIcon = () => <Mark d="M5 4h6c1 0 1 1 1 1s0-1 1-1h6v15h-6l-1 1-1-1H5zM12 5v14" />
