// A battle that programs play goes on by itself: the page presses its own button. Without scripts the reader does.
document.querySelector("form[data-play-on]")?.requestSubmit();
