interface Picture {
  colour?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** The `style` of a picture that shows its average colour while it loads. The colour is absent if it is unknown or secret. */
export const colourBeneath = (picture: Pick<Picture, 'colour'>) =>
  picture.colour === undefined ? undefined : { backgroundColor: `#${picture.colour}` };

/**
 * The `style` of a picture that is shown whole, up to the window and its own size. Without a width, it would have no
 * size until it has loaded.
 */
export const wholePicture = (picture: Picture) => ({
  ...colourBeneath(picture),
  ...(picture.width && picture.height
    ? { width: `min(100%, 100dvh * ${picture.width / picture.height}, ${picture.width}px)` }
    : {}),
});
