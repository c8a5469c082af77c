/** The addresses of a person's picture, by its width in pixels. */
export type AvatarUrls = Record<'24' | '48' | '96', string>
