"""HTTP, sockets, sign-in, wire encoding: the venue as others reach it. Knows no rule and moves no money."""
