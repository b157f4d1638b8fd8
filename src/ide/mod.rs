//! What an editor asks: definition, references, rename, hover, completion, forms. One file each, over grammar tables and names.
