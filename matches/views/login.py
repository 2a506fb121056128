"""Logging in."""

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpResponse

from matches import web
from matches.forms import LoginForm


class Login(LoginView):
    """The framework's page; a refused form says so by its status too."""

    template_name = "matches/login.html"
    authentication_form = LoginForm

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form again with its errors."""
        answer = super().form_invalid(form)
        answer.status_code = web.REFUSED
        return answer
