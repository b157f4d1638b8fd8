//! What a pointer or a key means, and what is drawn. Pure: the same scene draws the page and `limn draw`.
