"""What every room needs: answers, columns, journal, form keys, the club, limits."""
